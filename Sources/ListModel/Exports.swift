// Nearly every signature of this module uses the paths of BatchUpdates, so importing ListModel exports them too.
@_exported public import BatchUpdates
