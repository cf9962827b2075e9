const { default: JsdomEnvironment } = require('@jest/environment-jsdom-abstract');
const jsdom = require('jsdom');
const { propertiesWithResolvedValueImplemented: resolved } = require('jsdom/lib/jsdom/living/helpers/style-rules.js');

/** What tests look at. jsdom computes all of them for each element that is asked about, and colours take longest. */
const LOOKED_AT = ['display', 'visibility', 'pointer-events'];
for (const property of Object.keys(resolved)) if (!LOOKED_AT.includes(property)) delete resolved[property];

/** Browser APIs that jsdom lacks, or implements in a way that Node's fetch does not accept. */
const FROM_NODE = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'AbortController',
  'AbortSignal',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
  'CompressionStream',
  'DecompressionStream',
  'structuredClone',
  'MessagePort',
];

module.exports = class extends JsdomEnvironment {
  /** What ends the channels that a file leaves open: React's scheduler has one, and Node would not exit. */
  closeChannels = [];

  constructor(config, context) {
    super(config, context, jsdom);
    const { closeChannels } = this;
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
    this.global.MessageChannel = class extends MessageChannel {
      constructor() {
        super();
        closeChannels.push(() => this.port1.close());
      }
    };
    this.global.BroadcastChannel = class extends BroadcastChannel {
      constructor(name) {
        super(name);
        closeChannels.push(() => this.close());
      }
    };
  }

  async teardown() {
    for (const close of this.closeChannels) close();
    await super.teardown();
  }
};
