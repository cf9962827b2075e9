const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * By the usual time of a file: a long one that begins last would run alone. Specs of the workspace are contracts, and
 * among the longest.
 */
const TIERS = ['component', 'database', 'contract', 'web', 'unit'];
const tierOf = ({ context }) => TIERS.indexOf(context.config.displayName.name);

/**
 * Of system tests, longest first: where Jest has no times yet it goes by the size of a file, and these import their
 * tests.
 */
const LONG = ['broken-stack', 'untouched-stack', 'launcher', 'watched-stack', 'running-product', 'replicas-faults'].map(
  (name) => `/${name}.spec.ts`,
);
const rankOf = ({ path }) => {
  const rank = LONG.findIndex((end) => path.endsWith(end));
  return rank < 0 ? LONG.length : rank;
};

/**
 * The tiers with the longest files come first; within a tier the files that are known to be long, and then Jest's own
 * order.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => tierOf(one) - tierOf(other) || rankOf(one) - rankOf(other));
  }
};
