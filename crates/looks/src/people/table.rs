//! Made by `examples/people.rs` from these recordings (CMU, LAFAN1, Bandai Namco 1), by kind:
//!
//! - any: cmu/13_17 cmu/13_18 cmu/14_02 cmu/14_03 cmu/113_13 cmu/135_04 cmu/135_07 cmu/135_09 cmu/135_11
//!   cmu/143_23 cmu/143_24 cmu/144_07 cmu/144_20 cmu/16_01 cmu/16_02 cmu/16_03 cmu/16_05 cmu/16_06
//!   cmu/16_08 cmu/16_09 cmu/16_11 cmu/16_12 cmu/16_13 cmu/16_16 cmu/16_18 cmu/16_19 cmu/16_20 cmu/16_21
//!   cmu/16_22 cmu/16_25 cmu/16_27 cmu/16_30 cmu/16_31 cmu/16_32 cmu/16_33 cmu/16_34 cmu/16_35 cmu/16_36
//!   cmu/16_37 cmu/16_38 cmu/16_39 cmu/16_40 cmu/16_41 cmu/16_42 cmu/16_43 cmu/16_45 cmu/16_46 cmu/16_47
//!   cmu/16_48 cmu/16_49 cmu/16_51 cmu/16_53 cmu/16_55 cmu/16_56 cmu/69_06 cmu/69_16 cmu/69_18 cmu/69_20
//!   cmu/69_24 cmu/69_34 cmu/69_42 cmu/69_50 cmu/143_01 cmu/143_02 cmu/143_03 cmu/143_04 cmu/143_05
//!   cmu/143_06 cmu/143_07 cmu/143_08 cmu/143_29 cmu/143_32 cmu/143_39 cmu/143_40 cmu/143_42 cmu/127_04
//!   cmu/127_05 cmu/127_13 cmu/127_14 cmu/127_15 cmu/127_16 cmu/127_17 cmu/127_19 cmu/127_21 cmu/127_25
//!   cmu/128_02 cmu/128_03 cmu/128_07 cmu/78_16 cmu/78_18 cmu/78_19 cmu/78_20 cmu/78_21 cmu/78_27 cmu/78_28
//!   cmu/78_30 lafan1/fightAndSports1_subject1_sidesteps lafan1/walk1_subject1_walk
//!   lafan1/run2_subject4_run2 lafan1/obstacles3_subject4_slalom lafan1/obstacles6_subject1_sidesteps
//!   bandai/dataset-1_punch_normal_001 bandai/dataset-1_kick_normal_001 bandai/dataset-1_walk_normal_001
//!   bandai/dataset-1_walk-left_normal_001 bandai/dataset-1_run_normal_001
//! - standing: cmu/16_01 cmu/16_02 cmu/16_03 cmu/16_05 cmu/16_06 cmu/16_09 cmu/16_32 cmu/16_33 cmu/16_34
//!   cmu/69_06 cmu/69_16 cmu/69_18 cmu/69_34 cmu/69_42 cmu/143_02 cmu/143_03 cmu/143_04 cmu/143_05
//!   cmu/143_06 cmu/143_07 cmu/143_08 cmu/143_29 cmu/143_32 cmu/143_39 cmu/143_40 cmu/143_42
//!   lafan1/multipleActions1_subject1 lafan1/walk1_subject1_walk lafan1/obstacles6_subject1_sidesteps
//! - walking: cmu/16_11 cmu/16_12 cmu/16_13 cmu/16_16 cmu/16_18 cmu/16_19 cmu/16_20 cmu/16_21 cmu/16_22
//!   cmu/16_25 cmu/16_27 cmu/16_30 cmu/16_31 cmu/16_32 cmu/16_33 cmu/16_34 cmu/16_47 cmu/69_06 cmu/69_20
//!   cmu/69_24 cmu/69_34 cmu/69_42 cmu/69_50 cmu/143_29 cmu/143_32 cmu/143_39 cmu/143_40
//!   lafan1/walk1_subject1_walk lafan1/obstacles6_subject1_sidesteps bandai/dataset-1_walk_normal_001
//!   bandai/dataset-1_walk-left_normal_001
//! - running: cmu/16_08 cmu/16_35 cmu/16_36 cmu/16_37 cmu/16_38 cmu/16_39 cmu/16_40 cmu/16_41 cmu/16_42
//!   cmu/16_43 cmu/16_45 cmu/16_46 cmu/16_48 cmu/16_49 cmu/16_51 cmu/16_53 cmu/16_55 cmu/16_56 cmu/143_01
//!   cmu/143_02 cmu/143_03 cmu/143_04 cmu/143_42 cmu/127_04 cmu/127_05 cmu/127_13 cmu/127_14 cmu/127_15
//!   cmu/127_16 cmu/127_17 cmu/128_02 cmu/128_03 cmu/128_07 cmu/78_16 cmu/78_18 cmu/78_21 cmu/78_27
//!   cmu/78_28 cmu/78_30 lafan1/multipleActions1_subject1 lafan1/fightAndSports1_subject1_sidesteps
//!   lafan1/run2_subject4_run2 lafan1/obstacles3_subject4_slalom lafan1/obstacles6_subject1_sidesteps
//!   bandai/dataset-1_run_normal_001
//! - jumping: cmu/16_01 cmu/16_02 cmu/16_03 cmu/16_05 cmu/16_06 cmu/16_09 cmu/143_05 cmu/143_06 cmu/143_07
//!   cmu/143_08 lafan1/multipleActions1_subject1
//! - boxing: cmu/13_17 cmu/13_18 cmu/14_02 cmu/14_03
//! - down: cmu/77_16 cmu/77_18 cmu/90_18 cmu/140_01 cmu/140_08 lafan1/push1_subject2
//!   lafan1/pushAndFall1_subject1 lafan1/pushAndFall1_subject4 lafan1/fallAndGetUp1_subject1

use super::Line;

/// Every line.
#[rustfmt::skip]
pub const TABLE: &[Line] = &[
    ("any", "below_floor", [0.20, 1.22, 4.84], 159),
    ("any", "snapped_upright", [0.00, 0.00, 6.63], 90),
    ("any", "largest_jump", [0.74, 2.05, 9.58], 127),
    ("any", "elbow_speed", [1.10, 2.80, 8.34], 159),
    ("standing", "pressure_outside", [0.0, 0.0, 1.0], 36),
    ("standing", "com_acceleration_50", [0.13, 0.33, 1.27], 36),
    ("standing", "com_acceleration_90", [0.45, 0.96, 1.87], 36),
    ("standing", "com_acceleration_99", [0.76, 1.68, 2.40], 36),
    ("standing", "ankles_apart", [11.3, 15.5, 37.6], 56),
    ("standing", "hands_still", [0.0, 22.4, 73.2], 68),
    ("standing", "fast_share", [0.06, 1.84, 8.28], 32),
    ("standing", "reversals", [0.00, 0.00, 0.00], 35),
    ("standing", "glide", [0.00, 0.00, 0.00], 57),
    ("standing", "slide", [0.92, 4.04, 8.12], 37),
    ("standing", "floating", [0.00, 0.00, 0.00], 57),
    ("walking", "pressure_outside", [0.0, 1.1, 8.2], 39),
    ("walking", "com_acceleration_50", [0.68, 0.87, 1.31], 39),
    ("walking", "com_acceleration_90", [1.16, 1.69, 2.62], 39),
    ("walking", "com_acceleration_99", [1.67, 2.34, 3.96], 39),
    ("walking", "hands_still", [0.1, 9.6, 26.4], 58),
    ("walking", "head_roll", [1.63, 4.11, 16.57], 40),
    ("walking", "stance_knee", [0.00, 13.79, 20.41], 40),
    ("walking", "elbow_range", [9.2, 16.9, 55.2], 40),
    ("walking", "trunk_roll_variation", [0.210, 0.558, 1.490], 12),
    ("walking", "knee_variation", [1.16, 1.74, 4.00], 12),
    ("walking", "elbow_variation", [1.28, 2.27, 2.86], 12),
    ("walking", "tempo_variation", [1.22, 2.00, 3.29], 12),
    ("walking", "knee_asymmetry", [0.67, 3.28, 8.80], 21),
    ("walking", "elbow_asymmetry", [1.57, 4.40, 9.00], 21),
    ("walking", "fast_share", [0.68, 1.10, 3.56], 39),
    ("walking", "reversals", [0.00, 0.00, 0.00], 39),
    ("walking", "glide", [0.00, 0.00, 2.48], 58),
    ("walking", "slide", [6.90, 9.35, 15.66], 39),
    ("walking", "floating", [0.00, 0.00, 0.00], 58),
    ("running", "pressure_outside", [4.8, 14.0, 28.8], 36),
    ("running", "com_acceleration_50", [1.83, 2.65, 4.09], 40),
    ("running", "com_acceleration_90", [3.51, 6.06, 7.85], 40),
    ("running", "com_acceleration_99", [4.92, 7.67, 10.96], 40),
    ("running", "head_roll", [2.76, 5.39, 14.42], 39),
    ("running", "stance_knee", [22.88, 29.70, 39.60], 39),
    ("running", "elbow_range", [24.0, 37.8, 48.5], 39),
    ("running", "trunk_roll_variation", [1.573, 3.037, 3.105], 3),
    ("running", "knee_variation", [7.16, 11.25, 15.77], 3),
    ("running", "elbow_variation", [6.42, 9.64, 14.87], 3),
    ("running", "tempo_variation", [2.67, 5.66, 9.62], 3),
    ("running", "knee_asymmetry", [1.99, 6.06, 9.03], 8),
    ("running", "elbow_asymmetry", [3.10, 7.92, 16.27], 8),
    ("running", "fast_share", [0.14, 0.93, 2.30], 40),
    ("running", "reversals", [0.00, 0.00, 0.00], 40),
    ("running", "glide", [0.00, 0.00, 1.67], 59),
    ("running", "slide", [18.57, 25.99, 50.54], 26),
    ("running", "floating", [0.00, 0.00, 2.00], 59),
    ("jumping", "take_off_knees", [19.3, 34.1, 44.5], 8),
    ("jumping", "jump_rise", [12.3, 26.6, 52.7], 8),
    ("boxing", "pressure_outside", [9.2, 15.9, 28.3], 17),
    ("boxing", "com_acceleration_50", [1.41, 1.94, 2.38], 17),
    ("boxing", "com_acceleration_90", [3.48, 4.53, 5.67], 17),
    ("boxing", "com_acceleration_99", [5.17, 6.25, 8.36], 17),
    ("boxing", "ankles_apart", [58.0, 71.4, 79.2], 17),
    ("boxing", "hands_still", [0.2, 1.7, 3.4], 17),
    ("boxing", "punch_speed", [4.55, 5.65, 7.06], 16),
    ("boxing", "punch_feet_move", [87.5, 100.0, 100.0], 16),
    ("boxing", "punch_pivots", [85.7, 100.0, 100.0], 16),
    ("boxing", "punch_foot_path", [24.9, 41.0, 59.6], 16),
    ("boxing", "punch_foot_turn", [41.1, 66.5, 171.9], 16),
    ("boxing", "pelvis_to_shoulders", [0.0, 33.3, 66.7], 16),
    ("boxing", "shoulders_to_wrist", [33.3, 66.7, 100.0], 16),
    ("boxing", "punch_hips_drop", [8.37, 11.54, 15.50], 16),
    ("boxing", "punch_lean", [4.50, 12.16, 28.86], 16),
    ("boxing", "fast_share", [1.97, 4.53, 5.32], 17),
    ("boxing", "reversals", [0.00, 0.00, 7.32], 17),
    ("boxing", "glide", [0.00, 0.00, 2.00], 17),
    ("boxing", "slide", [12.76, 18.08, 34.22], 17),
    ("boxing", "floating", [0.00, 0.00, 0.00], 17),
];
