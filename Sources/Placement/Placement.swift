// The module Placement.
