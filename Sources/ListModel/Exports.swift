// The paths of BatchUpdates are in nearly every signature of this module: whoever imports it can name them.
@_exported public import BatchUpdates
