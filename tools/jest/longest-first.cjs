const { default: Sequencer } = require('@jest/test-sequencer');

/** By the usual time of a file: a long one that begins last would run alone. */
const TIERS = ['component', 'database', 'web', 'unit', 'contract'];
const tierOf = ({ context }) => TIERS.indexOf(context.config.displayName.name);

/** The tiers with the longest files come first; within a tier, Jest's own order. */
module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => tierOf(one) - tierOf(other));
  }
};
