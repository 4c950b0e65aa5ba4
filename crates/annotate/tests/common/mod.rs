pub mod scoring;
