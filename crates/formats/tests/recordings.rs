//! Real recordings: every one reads as a person, where an independent reader says its joints are, and what is odd
//! about it is handled or reported.

use crate::common;
use crate::common::{body, import, textbook};
use footwork_formats::doctor::{Cure, Finding, cure, examine};
use footwork_formats::{Body, bvh, gltf};
use footwork_motion::glam::Vec3;
use footwork_motion::{Clip, Mirror, Retarget, Role, Side, Skeleton, Stance, WorldClip, quality, retarget};
use footwork_testing::{Recording, mocap, recordings};

/// The height a foot's lowest point stands at, and how high the hips get above it.
fn standing(body: &Body) -> (f32, f32) {
    let world = WorldClip::new(&body.skeleton, &body.clips[0]);
    let at = |frame: usize, role: Role| body.skeleton.site(role).unwrap().position(world.frame(frame)).y;
    let toes = [Role::LeftToe, Role::RightToe, Role::LeftAnkle, Role::RightAnkle];
    let lowest = |frame: usize| toes.iter().map(|&role| at(frame, role)).fold(f32::INFINITY, f32::min);
    let floors: Vec<f32> = (0..world.frames()).map(lowest).collect();
    let hips: Vec<f32> = (0..world.frames()).map(|frame| at(frame, Role::Hips) - floors[frame]).collect();
    (quality::percentile(floors, 0.1), quality::percentile(hips, 1.0))
}

#[test]
fn every_recording_reads_with_all_roles_and_a_persons_size_as_the_index_says() {
    let Some(folder) = mocap() else { return };
    for recording in recordings(&folder) {
        let Recording { name, .. } = &recording;
        let import = import(&recording.file);
        let body = &import.bodies[0];
        let missing: Vec<Role> = body.skeleton.roles().missing().collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
        assert_eq!(body.skeleton.len(), recording.joints, "{name}");
        assert_eq!(body.clips[0].frames(), recording.frames, "{name}");
        assert!((body.clips[0].rate() - recording.header_hz).abs() < 0.1, "{name}: {}", body.clips[0].rate());
        assert_eq!(body.up.to_string(), recording.up, "{name}");
        if let Some(unit) = recording.unit {
            assert!((body.unit.scale / unit - 1.0).abs() < 0.01, "{name}: {}", body.unit.scale);
        }
        let (floor, hips) = standing(body);
        assert!((0.74..1.12).contains(&hips), "{name}: hips at {hips}");
        // Subject 90 was recorded above a floor that the doctor puts right.
        if !name.starts_with("cmu/90_") {
            assert!((-0.05..0.12).contains(&floor), "{name}: feet at {floor}");
        }
    }
}

#[test]
fn asf_amc_and_gltf_files_read_with_all_roles_and_a_persons_size() {
    let Some(folder) = mocap() else { return };
    for name in [
        "asfamc/16_17.amc",
        "asfamc/135_07.amc",
        "asfamc/16.asf",
        "asfamc/135.asf",
        "gltf/CesiumMan.glb",
        "gltf/RiggedFigure.glb",
        "gltf/Xbot.glb",
    ] {
        let body = body(&folder.join(name));
        let missing: Vec<Role> = body.skeleton.roles().missing().collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
        let (floor, hips) = standing(&body);
        assert!((0.74..1.12).contains(&hips), "{name}: hips at {hips}");
        assert!((-0.05..0.12).contains(&floor), "{name}: feet at {floor}");
    }
    let clips: Vec<String> =
        body(&folder.join("gltf/Xbot.glb")).clips.into_iter().map(|clip| clip.name).collect();
    assert_eq!(clips, ["agree", "headShake", "idle", "run", "sad_pose", "sneak_pose", "walk"]);
}

#[test]
fn every_joint_is_where_a_textbook_reader_puts_it() {
    let Some(folder) = mocap() else { return };
    for recording in recordings(&folder) {
        let text = std::fs::read_to_string(&recording.file).unwrap();
        let step = recording.frames.div_ceil(40);
        let book = textbook::read(&text, step);
        let body = body(&recording.file);
        let world = WorldClip::new(&body.skeleton, &body.clips[0]);
        for (nth, places) in book.frames.iter().enumerate() {
            for (joint, place) in places.iter().enumerate() {
                let place = place.as_vec3() * body.unit.scale;
                // Where Z is up, the door turns it.
                let place = if recording.up == "Z" { Vec3::new(place.x, place.z, -place.y) } else { place };
                let away = (world.position(nth * step, joint) - place).length();
                let name = &book.joints[joint].name;
                assert!(away < 2e-4, "{}: {name} in frame {}: {away} m", recording.name, nth * step);
            }
        }
    }
}

/// The farthest that any joint is from where it was, in metres. Joints are matched by name.
fn farthest(a: (&Skeleton, &Clip), b: (&Skeleton, &Clip)) -> f32 {
    assert_eq!(a.1.frames(), b.1.frames());
    assert!((a.1.rate() / b.1.rate() - 1.0).abs() < 1e-4, "{} Hz became {} Hz", a.1.rate(), b.1.rate());
    let (before, after) = (WorldClip::new(a.0, a.1), WorldClip::new(b.0, b.1));
    let mut worst = 0.0_f32;
    for joint in 0..a.0.len() {
        let other = b.0.find(a.0.name(joint)).expect("every joint is still there");
        for frame in 0..a.1.frames() {
            worst = worst.max((before.position(frame, joint) - after.position(frame, other)).length());
        }
    }
    worst
}

fn through_bvh(folder: &std::path::Path, body: &Body) -> Body {
    let file = folder.join("again.bvh");
    let mut text = Vec::new();
    bvh::write(&mut text, &body.skeleton, &body.clips[0], bvh::WriteOptions::default()).unwrap();
    std::fs::write(&file, text).unwrap();
    common::body(&file)
}

#[test]
fn bvh_to_bvh_and_bvh_to_glb_to_bvh_keep_every_joint_within_a_millimetre() {
    let Some(folder) = mocap() else { return };
    let scratch = tempfile::tempdir().unwrap();
    let mut worst = [0.0_f32; 2];
    for recording in recordings(&folder) {
        let before = body(&recording.file);
        let own = (&before.skeleton, &before.clips[0]);
        let once = through_bvh(scratch.path(), &before);
        let away = farthest(own, (&once.skeleton, &once.clips[0]));
        assert!(away < 1e-3, "{}: {away} m after BVH", recording.name);
        worst[0] = worst[0].max(away);

        let file = scratch.path().join("again.glb");
        let character = footwork_formats::Character {
            name: &before.name,
            skeleton: &before.skeleton,
            clips: &before.clips,
        };
        std::fs::write(&file, gltf::write(&[character]).unwrap()).unwrap();
        let as_glb = body(&file);
        let twice = through_bvh(scratch.path(), &as_glb);
        let away = farthest(own, (&twice.skeleton, &twice.clips[0]));
        assert!(away < 1e-3, "{}: {away} m after GLB and BVH", recording.name);
        worst[1] = worst[1].max(away);
    }
    println!("farthest: {:.4} mm after BVH, {:.4} mm after GLB and BVH", 1e3 * worst[0], 1e3 * worst[1]);
}

#[test]
fn asf_and_amc_agree_with_the_bvh_of_the_same_trial_but_for_the_bone_it_lost() {
    let Some(folder) = mocap() else { return };
    // BVH frame 1 is AMC frame 1: the BVH has a T-pose in front.
    for (trial, subject) in [("16_17", "16"), ("135_07", "135")] {
        let amc = body(&folder.join(format!("asfamc/{trial}.amc")));
        let mut bvh = body(&folder.join(format!("cmu/{trial}.bvh")));
        let pairs = [
            (Role::Hips, 0.002),
            (Role::LeftKnee, 0.002),
            (Role::RightKnee, 0.002),
            (Role::LeftAnkle, 0.002),
            (Role::RightToe, 0.002),
            (Role::Chest, 0.002),
        ];
        let farthest = |bvh: &Body, role: Role| {
            let (a, b) =
                (WorldClip::new(&amc.skeleton, &amc.clips[0]), WorldClip::new(&bvh.skeleton, &bvh.clips[0]));
            let (i, j) = (amc.skeleton.site(role).unwrap(), bvh.skeleton.site(role).unwrap());
            let away = |frame: usize| (i.position(a.frame(frame)) - j.position(b.frame(frame + 1))).length();
            (0..a.frames()).map(away).fold(0.0, f32::max)
        };
        for (role, within) in pairs {
            let away = farthest(&bvh, role);
            println!("{subject}: {role} within {:.2} mm", 1e3 * away);
            assert!(away < within, "{trial}: {role} is {away} m away");
        }
        for role in [Role::Neck, Role::Head, Role::LeftWrist, Role::RightElbow] {
            let lost = farthest(&bvh, role);
            assert!((0.10..0.14).contains(&lost), "{trial}: {role} is {lost} m away");
        }
        footwork_formats::doctor::put_back_thorax(&mut bvh.skeleton);
        for role in [Role::Neck, Role::Head, Role::LeftWrist, Role::RightElbow] {
            let away = farthest(&bvh, role);
            println!("{subject}: {role} within {:.1} mm once the bone is put back", 1e3 * away);
            assert!(away < 0.02, "{trial}: {role} is {away} m away with the bone put back");
        }
    }
}

fn findings(folder: &std::path::Path, name: &str) -> Vec<Finding> {
    examine(&import(&folder.join(name)))
}

#[test]
fn what_the_index_notes_about_a_recording_is_reported() {
    let Some(folder) = mocap() else { return };
    for (name, said) in [
        ("cmu/16_15.bvh", "LeftArm and 2 more by 94° at frame 3"),
        ("cmu/16_17.bvh", "at frame 475"),
        ("cmu/16_23.bvh", "RightArm and 2 more by 88° at frame 4"),
        ("cmu/16_28.bvh", "RightArm and 1 more by 84° at frame 7"),
        ("cmu/16_29.bvh", "LeftFoot by 43° at frame 107"),
        ("cmu/78_13.bvh", "RightArm and 1 more by 34° at frame 49"),
        ("cmu/78_15.bvh", "RightArm by 40° at frame 57"),
        ("cmu/78_26.bvh", "RightFoot by 34° at frame 75"),
        ("cmu/90_16.bvh", "LeftHand and 1 more by 54° at frame 398"),
        ("cmu/90_17.bvh", "LeftHand by 74° at frame 422"),
        ("cmu/127_32.bvh", "Head and 2 more by 103° at frame 12, Head and 2 more by 98° at frame 52"),
        (
            "cmu/143_38.bvh",
            "RightArm and 7 more by 65° at frame 625, RightArm and 5 more by 63° at frame 679",
        ),
        ("lafan1/pushAndFall1_subject4.bvh", "RightHand by 140° at frame 4427"),
        ("other/threejs_pirouette.bvh", "The first frame is a"),
        ("cmu/13_17.bvh", "The first frame is a T-pose"),
        ("cmu/13_17.bvh", "lost the bone between chest and neck"),
        ("cmu/13_17.bvh", "Fingers or toes hold noise"),
        ("cmu/90_16.bvh", "The feet float"),
    ] {
        let found = findings(&folder, name);
        assert!(
            found.iter().any(|finding| finding.what.contains(said)),
            "{name}: {said:?} is not in {found:#?}"
        );
    }
}

#[test]
fn every_cmu_file_has_its_t_pose_found_and_no_other_file_has_one() {
    let Some(folder) = mocap() else { return };
    for recording in recordings(&folder) {
        let found = examine(&import(&recording.file));
        let dropped = found.iter().find_map(|finding| match finding.cure {
            Some(Cure::DropStart { frames }) => Some(frames),
            _ => None,
        });
        let has_one =
            recording.name.starts_with("cmu/") || recording.notes.contains("frame 0 is a rest pose");
        assert_eq!(dropped, has_one.then_some(1), "{}", recording.name);
    }
}

#[test]
fn gravity_finds_the_true_rate_where_a_body_flies_and_never_a_wrong_one() {
    let Some(folder) = mocap() else { return };
    let (mut told, mut wrong_headers) = (0, 0);
    for recording in recordings(&folder) {
        let found = examine(&import(&recording.file));
        let rate = found.iter().find_map(|finding| match finding.cure {
            Some(Cure::SetRate { rate }) => Some(rate),
            _ => None,
        });
        let Some(real) = recording.real_hz else { continue };
        wrong_headers += u32::from(real != recording.header_hz);
        if let Some(rate) = rate {
            assert_eq!(rate, real, "{}", recording.name);
            told += 1;
        }
    }
    println!("{told} of {wrong_headers} files with a wrong rate show it in their flights");
    assert!(told >= 11);
}

#[test]
fn cured_recordings_have_nothing_left_to_cure() {
    let Some(folder) = mocap() else { return };
    for name in ["cmu/90_16.bvh", "cmu/143_38.bvh", "cmu/143_05.bvh", "cmu/16_15.bvh", "cmu/127_32.bvh"] {
        let mut import = import(&folder.join(name));
        let before = examine(&import);
        cure(&mut import, &before);
        let left: Vec<Finding> = examine(&import).into_iter().filter(|f| f.cure.is_some()).collect();
        assert!(left.is_empty(), "{name}: {left:#?}");
    }
}

#[test]
fn a_mirrored_recording_is_the_recording_in_a_mirror_whatever_the_rig() {
    let Some(folder) = mocap() else { return };
    for name in [
        "cmu/13_17.bvh",
        "lafan1/walk1_subject1_walk.bvh",
        "bandai/dataset-1_kick_normal_001.bvh",
        "other/threejs_pirouette.bvh",
        "other/fair1_jumping.bvh",
        "asfamc/135_07.amc",
        "gltf/Xbot.glb",
        "gltf/CesiumMan.glb",
        "gltf/RiggedFigure.glb",
    ] {
        let body = body(&folder.join(name));
        let clip = body.clips.iter().max_by_key(|clip| clip.frames()).unwrap();
        let mirrored = Mirror::new(&body.skeleton, clip).unwrap().clip(clip);
        let (a, b) = (WorldClip::new(&body.skeleton, clip), WorldClip::new(&body.skeleton, &mirrored));
        let mut worst = (0.0_f32, Role::Hips);
        for role in Role::ALL {
            let (own, other) =
                (body.skeleton.site(role).unwrap(), body.skeleton.site(role.mirrored()).unwrap());
            for frame in (0..clip.frames()).step_by(7) {
                let p = own.position(a.frame(frame));
                let away = (Vec3::new(-p.x, p.y, p.z) - other.position(b.frame(frame))).length();
                worst = if away > worst.0 { (away, role) } else { worst };
            }
        }
        // People's sides differ by some centimetres over a whole arm.
        println!("{name}: {} is {:.1} cm from its mirror image", worst.1, 100.0 * worst.0);
        assert!(worst.0 < 0.08, "{name}: {} is {} m away", worst.1, worst.0);
    }
}

#[test]
fn motion_carried_onto_another_persons_body_keeps_its_feet_on_the_ground() {
    let Some(folder) = mocap() else { return };
    let target = body(&folder.join("cmu/143_01.bvh")).skeleton;
    for name in ["cmu/16_15.bvh", "cmu/13_17.bvh", "cmu/69_06.bvh"] {
        let source = body(&folder.join(name));
        let clip = source.clips[0].span(10, source.clips[0].frames() - 1);
        let carried = retarget(&clip, &source.skeleton, &target).unwrap();
        let scale = target.leg_length().unwrap() / source.skeleton.leg_length().unwrap();
        let (a, b) = (WorldClip::new(&source.skeleton, &clip), WorldClip::new(&target, &carried));
        // The balls of the feet are kept where they were, since feet roll over them; ankles of longer feet are further back.
        for role in [Role::LeftToe, Role::RightToe] {
            let (i, j) = (source.skeleton.joint(role).unwrap(), target.joint(role).unwrap());
            let mut away: Vec<f32> = Vec::new();
            for frame in 0..clip.frames() {
                let (p, q) = (scale * a.position(frame, i), b.position(frame, j));
                away.push(Vec3::new(p.x - q.x, 0.0, p.z - q.z).length());
            }
            // A leg that is stretched out cannot always reach; nearly always it can.
            let [most, all] = [0.95, 1.0].map(|share| quality::percentile(away.clone(), share));
            println!("{name}: {role} is within {:.1} cm, {:.1} cm in all frames", 100.0 * most, 100.0 * all);
            assert!(most < 0.01, "{name}: {role}: {most} m");
            assert!(all < 0.03, "{name}: {role}: {all} m");
        }
        let deepest = |skeleton, world| quality::ground_penetration(skeleton, world, 0.0).deepest;
        let (before, after) = (deepest(&source.skeleton, &a), deepest(&target, &b));
        assert!(after < scale * before + 0.02, "{name}: {after} m below the floor, {before} m before");
    }
}

/// m/s, of a foot's point on the ground, on average over some frames.
fn slide(skeleton: &Skeleton, world: &WorldClip, role: Role, frames: &[usize]) -> f32 {
    let point = skeleton.site(role).unwrap();
    let at = |frame: usize| point.position(world.frame(frame));
    let step = |frame: usize| at(frame + 1) - at(frame);
    let steps = frames.iter().map(|&frame| step(frame)).map(|step| Vec3::new(step.x, 0.0, step.z).length());
    steps.sum::<f32>() * world.rate() / frames.len().max(1) as f32
}

#[test]
fn walks_of_one_rig_go_onto_bodies_of_others_with_their_feet_planted_and_arms_as_they_were() {
    let Some(folder) = mocap() else { return };
    let walks = ["cmu/16_15.bvh", "lafan1/walk1_subject1_walk.bvh", "bandai/dataset-1_walk_normal_001.bvh"];
    let characters = ["gltf/Xbot.glb", "gltf/CesiumMan.glb"];
    for walk in walks {
        let source = body(&folder.join(walk));
        // After the T-pose that CMU's begin with, and no longer than a test should take.
        let whole = &source.clips[0];
        let clip = whole.span(4, (whole.frames() - 1).min((6.0 * whole.rate()) as usize));
        let from = Stance::new(&source.skeleton, std::slice::from_ref(&clip)).unwrap();
        let a = WorldClip::new(&source.skeleton, &clip);
        for name in walks.into_iter().chain(characters).filter(|&name| name != walk) {
            let target = body(&folder.join(name));
            let stance =
                Stance::at_rest(&target.skeleton).or_else(|_| Stance::new(&target.skeleton, &target.clips));
            let retarget =
                Retarget::new(&source.skeleton, &from, &target.skeleton, &stance.unwrap()).unwrap();
            let carried = retarget.clip(&clip, &source.skeleton, &target.skeleton).unwrap();
            let b = WorldClip::new(&target.skeleton, &carried);
            // A foot rolls over its ball, so that is what must not slide.
            for (ankle, role) in [(Role::LeftAnkle, Role::LeftToe), (Role::RightAnkle, Role::RightToe)] {
                let ankle = source.skeleton.joint(ankle).unwrap();
                let planted: Vec<usize> =
                    (0..a.frames() - 1).filter(|&frame| a.velocity(frame, ankle).length() < 0.1).collect();
                assert!(planted.len() > 5, "{walk}: {role} never stands");
                let before = slide(&source.skeleton, &a, role, &planted);
                let after = slide(&target.skeleton, &b, role, &planted);
                println!(
                    "{walk} onto {name}: {role} slides at {:.1} cm/s, {:.1} before",
                    100.0 * after,
                    100.0 * before
                );
                assert!(
                    after < retarget.scale() * before + 0.01,
                    "{walk} onto {name}: {role} slides at {after} m/s"
                );
            }
            for side in Side::BOTH {
                let arm = |body: &Body, world: &WorldClip, frame: usize| {
                    let [shoulder, _, wrist, _] = side.arm().map(|role| body.skeleton.joint(role).unwrap());
                    world.position(frame, wrist) - world.position(frame, shoulder)
                };
                let off = (0..a.frames())
                    .map(|frame| arm(&source, &a, frame).angle_between(arm(&target, &b, frame)));
                let off = quality::percentile(off.collect(), 1.0).to_degrees();
                assert!(off < 10.0, "{walk} onto {name}: an arm points {off}° elsewhere");
            }
        }
    }
}
