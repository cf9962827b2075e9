const { default: JsdomEnvironment } = require('@jest/environment-jsdom-abstract');
const jsdom = require('jsdom');

/** Browser APIs that jsdom lacks, or implements in a way that Node's fetch does not accept. */
const FROM_NODE = [
  'fetch', 'Request', 'Response', 'Headers', 'AbortController', 'AbortSignal',
  'ReadableStream', 'WritableStream', 'TransformStream', 'TextEncoder', 'TextDecoder', 'CompressionStream', 'DecompressionStream',
  'structuredClone', 'BroadcastChannel', 'MessageChannel', 'MessagePort',
];

module.exports = class extends JsdomEnvironment {
  constructor(config, context) {
    super(config, context, jsdom);
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
  }
};
