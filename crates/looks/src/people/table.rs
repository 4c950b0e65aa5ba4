//! Made by `examples/people.rs` from these recordings (CMU, LAFAN1, Bandai Namco 1), by kind:
//!
//! - any: cmu/13_17, cmu/13_18, cmu/14_02, cmu/14_03, cmu/113_13, cmu/135_04, cmu/135_07, cmu/135_09, cmu/135_11, cmu/143_23, cmu/143_24, cmu/144_07, cmu/144_20, cmu/16_01, cmu/16_02, cmu/16_03, cmu/16_05, cmu/16_06, cmu/16_08, cmu/16_09, cmu/16_11, cmu/16_12, cmu/16_13, cmu/16_16, cmu/16_18, cmu/16_19, cmu/16_20, cmu/16_21, cmu/16_22, cmu/16_25, cmu/16_27, cmu/16_30, cmu/16_31, cmu/16_32, cmu/16_33, cmu/16_34, cmu/16_35, cmu/16_36, cmu/16_37, cmu/16_38, cmu/16_39, cmu/16_40, cmu/16_41, cmu/16_42, cmu/16_43, cmu/16_45, cmu/16_46, cmu/16_47, cmu/16_48, cmu/16_49, cmu/16_51, cmu/16_53, cmu/16_55, cmu/16_56, cmu/69_06, cmu/69_16, cmu/69_18, cmu/69_20, cmu/69_24, cmu/69_34, cmu/69_42, cmu/69_50, cmu/143_01, cmu/143_02, cmu/143_03, cmu/143_04, cmu/143_05, cmu/143_06, cmu/143_07, cmu/143_08, cmu/143_29, cmu/143_32, cmu/143_39, cmu/143_40, cmu/143_42, cmu/127_04, cmu/127_05, cmu/127_13, cmu/127_14, cmu/127_15, cmu/127_16, cmu/127_17, cmu/127_19, cmu/127_21, cmu/127_23, cmu/127_25, cmu/128_02, cmu/128_03, cmu/128_07, cmu/128_09, cmu/128_10, cmu/78_16, cmu/78_18, cmu/78_19, cmu/78_20, cmu/78_21, cmu/78_27, cmu/78_28, cmu/78_30, lafan1/multipleActions1_subject1, lafan1/fightAndSports1_subject1_sidesteps, lafan1/walk1_subject1_walk, lafan1/run2_subject4_run2, lafan1/obstacles3_subject4_slalom, lafan1/obstacles6_subject1_sidesteps, bandai/dataset-1_punch_normal_001, bandai/dataset-1_kick_normal_001, bandai/dataset-1_walk_normal_001, bandai/dataset-1_walk-left_normal_001, bandai/dataset-1_run_normal_001
//! - standing: cmu/16_01, cmu/16_02, cmu/16_03, cmu/16_05, cmu/16_06, cmu/16_08, cmu/16_09, cmu/16_11, cmu/16_12, cmu/16_13, cmu/16_16, cmu/16_18, cmu/16_19, cmu/16_20, cmu/16_21, cmu/16_22, cmu/16_25, cmu/16_27, cmu/16_30, cmu/16_31, cmu/16_32, cmu/16_33, cmu/16_34, cmu/16_35, cmu/16_36, cmu/16_37, cmu/16_38, cmu/16_39, cmu/16_40, cmu/16_41, cmu/16_42, cmu/16_43, cmu/16_45, cmu/16_46, cmu/16_47, cmu/16_48, cmu/16_49, cmu/16_51, cmu/16_53, cmu/16_55, cmu/16_56, cmu/69_06, cmu/69_16, cmu/69_18, cmu/69_20, cmu/69_24, cmu/69_34, cmu/69_42, cmu/69_50, cmu/143_01, cmu/143_02, cmu/143_03, cmu/143_04, cmu/143_05, cmu/143_06, cmu/143_07, cmu/143_08, cmu/143_29, cmu/143_32, cmu/143_39, cmu/143_40, cmu/143_42, lafan1/multipleActions1_subject1, lafan1/walk1_subject1_walk, lafan1/run2_subject4_run2, lafan1/obstacles6_subject1_sidesteps, bandai/dataset-1_walk_normal_001, bandai/dataset-1_walk-left_normal_001, bandai/dataset-1_run_normal_001
//! - walking: cmu/16_11, cmu/16_12, cmu/16_13, cmu/16_16, cmu/16_18, cmu/16_19, cmu/16_20, cmu/16_21, cmu/16_22, cmu/16_25, cmu/16_27, cmu/16_30, cmu/16_31, cmu/16_32, cmu/16_33, cmu/16_34, cmu/16_47, cmu/69_06, cmu/69_16, cmu/69_18, cmu/69_20, cmu/69_24, cmu/69_34, cmu/69_42, cmu/69_50, cmu/143_29, cmu/143_32, cmu/143_39, cmu/143_40, lafan1/walk1_subject1_walk, lafan1/obstacles6_subject1_sidesteps, bandai/dataset-1_walk_normal_001, bandai/dataset-1_walk-left_normal_001
//! - running: cmu/16_01, cmu/16_02, cmu/16_03, cmu/16_05, cmu/16_06, cmu/16_08, cmu/16_09, cmu/16_11, cmu/16_12, cmu/16_13, cmu/16_16, cmu/16_18, cmu/16_19, cmu/16_20, cmu/16_21, cmu/16_22, cmu/16_25, cmu/16_27, cmu/16_30, cmu/16_31, cmu/16_32, cmu/16_33, cmu/16_34, cmu/16_35, cmu/16_36, cmu/16_37, cmu/16_38, cmu/16_39, cmu/16_40, cmu/16_41, cmu/16_42, cmu/16_43, cmu/16_45, cmu/16_46, cmu/16_47, cmu/16_48, cmu/16_49, cmu/16_51, cmu/16_53, cmu/16_55, cmu/16_56, cmu/69_06, cmu/69_16, cmu/69_18, cmu/69_20, cmu/69_24, cmu/69_34, cmu/69_42, cmu/69_50, cmu/143_01, cmu/143_02, cmu/143_03, cmu/143_04, cmu/143_05, cmu/143_06, cmu/143_07, cmu/143_08, cmu/143_29, cmu/143_32, cmu/143_39, cmu/143_40, cmu/143_42, cmu/127_04, cmu/127_05, cmu/127_13, cmu/127_14, cmu/127_15, cmu/127_16, cmu/127_17, cmu/127_19, cmu/127_21, cmu/127_25, cmu/128_02, cmu/128_03, cmu/128_07, cmu/78_16, cmu/78_18, cmu/78_19, cmu/78_20, cmu/78_21, cmu/78_27, cmu/78_28, cmu/78_30, lafan1/multipleActions1_subject1, lafan1/fightAndSports1_subject1_sidesteps, lafan1/walk1_subject1_walk, lafan1/run2_subject4_run2, lafan1/obstacles3_subject4_slalom, lafan1/obstacles6_subject1_sidesteps, bandai/dataset-1_walk_normal_001, bandai/dataset-1_walk-left_normal_001, bandai/dataset-1_run_normal_001
//! - jumping: cmu/16_01, cmu/16_02, cmu/16_03, cmu/16_05, cmu/16_06, cmu/16_08, cmu/16_09, cmu/16_11, cmu/16_12, cmu/16_13, cmu/16_16, cmu/16_18, cmu/16_19, cmu/16_20, cmu/16_21, cmu/16_22, cmu/16_25, cmu/16_27, cmu/16_30, cmu/16_31, cmu/16_32, cmu/16_33, cmu/16_34, cmu/16_35, cmu/16_36, cmu/16_37, cmu/16_38, cmu/16_39, cmu/16_40, cmu/16_41, cmu/16_42, cmu/16_43, cmu/16_45, cmu/16_46, cmu/16_47, cmu/16_48, cmu/16_49, cmu/16_51, cmu/16_53, cmu/16_55, cmu/16_56, cmu/69_06, cmu/69_16, cmu/69_18, cmu/69_20, cmu/69_24, cmu/69_34, cmu/69_42, cmu/69_50, cmu/143_01, cmu/143_02, cmu/143_03, cmu/143_04, cmu/143_05, cmu/143_06, cmu/143_07, cmu/143_08, cmu/143_29, cmu/143_32, cmu/143_39, cmu/143_40, cmu/143_42, lafan1/multipleActions1_subject1, lafan1/walk1_subject1_walk, lafan1/run2_subject4_run2, lafan1/obstacles6_subject1_sidesteps, bandai/dataset-1_walk_normal_001, bandai/dataset-1_walk-left_normal_001, bandai/dataset-1_run_normal_001
//! - boxing: cmu/13_17, cmu/13_18, cmu/14_02, cmu/14_03
//! - down: cmu/77_16, cmu/77_18, cmu/90_18, cmu/140_01, cmu/140_08, lafan1/push1_subject2, lafan1/pushAndFall1_subject1, lafan1/pushAndFall1_subject4, lafan1/fallAndGetUp1_subject1, lafan1/pushAndStumble1_subject5_stumble, lafan1/pushAndStumble1_subject2_stumble, lafan1/pushAndStumble1_subject2_sidesteps

use super::Line;

/// Every line.
#[rustfmt::skip]
pub const TABLE: &[Line] = &[
    ("standing", "pressure_outside", [0.0, 0.0, 2.5], 57),
    ("standing", "com_acceleration_50", [0.17, 0.56, 1.27], 57),
    ("standing", "com_acceleration_90", [0.53, 1.18, 1.87], 57),
    ("standing", "com_acceleration_99", [0.77, 1.68, 2.74], 57),
    ("standing", "ankles_apart", [10.9, 16.4, 39.3], 55),
    ("standing", "hands_still", [0.0, 15.0, 73.2], 68),
    ("walking", "pressure_outside", [0.0, 2.0, 30.7], 58),
    ("walking", "com_acceleration_50", [0.50, 0.87, 1.75], 58),
    ("walking", "com_acceleration_90", [0.98, 1.71, 3.38], 58),
    ("walking", "com_acceleration_99", [1.35, 2.44, 4.80], 58),
    ("walking", "hands_still", [0.4, 9.6, 25.9], 58),
    ("walking", "head_roll", [1.96, 3.83, 16.57], 40),
    ("running", "pressure_outside", [6.8, 22.2, 45.2], 54),
    ("running", "com_acceleration_50", [1.56, 2.62, 4.21], 61),
    ("running", "com_acceleration_90", [3.51, 5.73, 8.31], 61),
    ("running", "com_acceleration_99", [4.44, 7.96, 11.66], 61),
    ("running", "head_roll", [2.26, 5.00, 11.93], 39),
    ("boxing", "pressure_outside", [11.4, 18.2, 23.6], 17),
    ("boxing", "com_acceleration_50", [1.41, 1.96, 2.29], 17),
    ("boxing", "com_acceleration_90", [3.68, 4.53, 5.17], 17),
    ("boxing", "com_acceleration_99", [5.38, 6.25, 8.21], 17),
    ("boxing", "ankles_apart", [58.3, 71.2, 78.7], 17),
    ("boxing", "hands_still", [0.4, 1.7, 3.4], 17),
];
