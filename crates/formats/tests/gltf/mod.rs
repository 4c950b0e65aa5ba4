//! glTF through the front door: what is refused and how, what is read, and what comes back of what was written.

mod faults;
mod files;
mod kit;
mod own_mesh;
mod reading;
mod vrma;
mod whole_files;
mod writing;
