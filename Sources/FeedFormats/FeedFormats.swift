// The module FeedFormats.
