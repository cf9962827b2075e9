const { default: JsdomEnvironment } = require('@jest/environment-jsdom-abstract');
const jsdom = require('jsdom');

/** What browsers have and jsdom has not, or has in a way of its own that Node's fetch does not take. */
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
