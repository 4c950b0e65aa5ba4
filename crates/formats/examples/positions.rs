//! Where the joints of a motion file are, as JSON: `{ "rate": …, "frames": [{ "joint": [x, y, z], … }, …] }`, for the
//! frames that are asked for.
//!
//! ```text
//! cargo run --release --example positions -- take.bvh 0 10 20
//! ```

use std::error::Error;

use footwork_formats::{ReadOptions, read};
use footwork_motion::WorldClip;
use serde_json::{Map, Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("expected a motion file, then the numbers of frames")?;
    let wanted: Vec<usize> = arguments.map(|number| number.parse()).collect::<Result<_, _>>()?;
    let import = read(&file, &ReadOptions::default())?;
    let body = &import.bodies[0];
    let (skeleton, clip) = (&body.skeleton, &body.clips[0]);
    let world = WorldClip::new(skeleton, clip);
    let frames: Vec<Value> = wanted
        .into_iter()
        .filter(|&frame| frame < clip.frames())
        .map(|frame| {
            let place = |joint| json!(world.position(frame, joint).to_array());
            let joints: Map<String, Value> =
                (0..skeleton.len()).map(|joint| (skeleton.name(joint).to_string(), place(joint))).collect();
            Value::Object(joints)
        })
        .collect();
    println!("{}", json!({ "rate": clip.rate(), "count": clip.frames(), "frames": frames }));
    Ok(())
}
