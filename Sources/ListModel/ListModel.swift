// The module ListModel.
