//! A soft-margin support vector machine with an RBF kernel on points of the plane (Shum 2010, eq. 3.1 and 3.2).
//!
//! Training is linfa-svm's sequential minimal optimisation: exact to a tolerance, without randomness, in one thread.
//! (smartcore's SVC visits samples in random order and stops after a fixed number of passes.) What it gives is kept as
//! plain data, and decisions are worked out here.

use linfa::Dataset;
use linfa::traits::Fit;
use linfa_svm::Svm as LinfaSvm;
use ndarray::{Array1, Array2};
use serde::{Deserialize, Serialize};

/// How far the conditions of the optimum may be violated.
const TOLERANCE: f64 = 1e-4;

/// A trained machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Svm {
    /// The points that decide.
    pub vectors: Vec<[f64; 2]>,
    /// How much each of them counts, and for which class.
    pub weights: Vec<f64>,
    /// What the weighted sum has to be above: b of eq. 3.1.
    pub offset: f64,
    /// γ of eq. 3.2.
    pub gamma: f64,
}

impl Svm {
    /// Trains on points and their classes. Fails, with the solver's words, only where the solver does.
    pub fn train(points: &[[f64; 2]], classes: &[bool], c: f64, gamma: f64) -> Result<Svm, String> {
        let records = Array2::from_shape_fn((points.len(), 2), |(row, column)| points[row][column]);
        let data = Dataset::new(records, Array1::from_vec(classes.to_vec()));
        let machine: LinfaSvm<f64, bool> = LinfaSvm::<f64, bool>::params()
            .pos_neg_weights(c, c)
            .gaussian_kernel(1.0 / gamma)
            .eps(TOLERANCE)
            .fit(&data)
            .map_err(|error| error.to_string())?;
        let decides = points.iter().zip(&machine.alpha).filter(|(_, weight)| weight.abs() > 1e-9 * c);
        let (vectors, weights) = decides.map(|(point, weight)| (*point, *weight)).unzip();
        Ok(Svm { vectors, weights, offset: machine.rho, gamma })
    }

    /// Above 0 for the one class, below for the other, and at least 1 from it where the margin holds.
    pub fn decision(&self, [x, y]: [f64; 2]) -> f64 {
        let near = |[u, v]: &[f64; 2]| libm::exp(-self.gamma * ((x - u) * (x - u) + (y - v) * (y - v)));
        self.vectors.iter().zip(&self.weights).map(|(vector, weight)| weight * near(vector)).sum::<f64>()
            - self.offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points on a spiral; inside of a parabola is one class, the ninth, 18th and so on of each are swapped.
    #[rustfmt::skip]
    const POINTS: [[f64; 2]; 24] = [
        [0.4, 0.0], [0.375, 0.316], [0.099, 0.572], [-0.338, 0.578], [-0.716, 0.255], [-0.796, -0.298],
        [-0.461, -0.819], [0.192, -1.012], [0.869, -0.707], [1.21, 0.02], [0.98, 0.854], [0.213, 1.374],
        [-0.769, 1.265], [-1.488, 0.501], [-1.545, -0.608], [-0.832, -1.539], [0.374, -1.802], [1.517, -1.193],
        [2.019, 0.068], [1.567, 1.413], [0.301, 2.179], [-1.222, 1.937], [-2.268, 0.721], [-2.283, -0.944],
    ];
    #[rustfmt::skip]
    const CLASSES: [i8; 24] =
        [1, 1, 1, 1, -1, 1, 1, 1, 1, -1, -1, 1, -1, 1, -1, 1, 1, -1, -1, -1, -1, -1, 1, -1];
    const ASKED: [[f64; 2]; 6] = [[0.0, 0.0], [0.5, -0.5], [1.0, 1.0], [-1.5, 0.3], [2.0, -2.0], [-0.4, 1.7]];

    /// C, γ, and the decisions at `ASKED` of scikit-learn 1.9.1 (libsvm): `SVC(C=…, gamma=…, tol=1e-9)`, fitted to the
    /// data above, `decision_function`.
    const REFERENCE: [(f64, f64, [f64; 6]); 3] = [
        (1.0, 0.5, [1.4480559, 1.086107, -0.4486565, 0.4697007, -0.5237842, -0.7384142]),
        (10.0, 2.0, [1.1720192, 1.2328529, -0.9586905, 0.8107328, -0.2873007, -0.5579202]),
        (100.0, 0.1, [1.6315185, 1.6672267, -1.188075, 0.2901145, -2.2176119, -0.5766084]),
    ];

    #[test]
    fn decides_as_the_reference_does() {
        let classes = CLASSES.map(|class| class > 0);
        for (c, gamma, expected) in REFERENCE {
            let svm = Svm::train(&POINTS, &classes, c, gamma).unwrap();
            for (point, expected) in ASKED.into_iter().zip(expected) {
                let found = svm.decision(point);
                assert!(
                    (found - expected).abs() < 2e-3,
                    "C {c}, γ {gamma}, {point:?}: {found} for {expected}"
                );
            }
        }
    }

    #[test]
    fn the_same_data_gives_the_same_bits() {
        let classes = CLASSES.map(|class| class > 0);
        let train = || Svm::train(&POINTS, &classes, 3.0, 0.7).unwrap();
        assert_eq!(train(), train());
    }
}
