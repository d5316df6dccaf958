// The module FeedWeave.
