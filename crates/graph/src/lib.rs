//! What can follow what: the frame graph, the action graph, fragments.
