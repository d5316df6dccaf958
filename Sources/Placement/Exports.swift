// Nearly every signature of this module uses the paths of BatchUpdates, so importing this module makes them available.
@_exported public import BatchUpdates
