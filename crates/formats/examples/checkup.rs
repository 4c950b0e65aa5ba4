//! What the doctor finds in many files.
use footwork_formats::{ReadOptions, doctor, read};
fn main() {
    for path in std::env::args().skip(1) {
        match read(&path, &ReadOptions::default()) {
            Ok(import) => {
                for f in doctor::examine(&import) {
                    println!("{path}: {:?}: {}", f.severity, f.what);
                }
            }
            Err(error) => println!("{error}"),
        }
    }
}
