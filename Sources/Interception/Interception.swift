// The module Interception.
