const { jest } = require('@jest/globals');

// A test that needs its second try is named by `npm test`, not failed; only with this option the report has its first
// error.
// The second try comes at once: later tests of the file may end what it needs, as the last one of a running product
// does.
if (process.env.TEST_RETRIES)
  jest.retryTimes(Number(process.env.TEST_RETRIES), { logErrorsBeforeRetry: true, retryImmediately: true });

// Fastify looks for the name of each plugin that has none among all loaded modules, whose list Jest makes anew each
// time: a seventh of the gateway's specs.
Object.defineProperty(Function.prototype, Symbol.for('fastify.display-name'), {
  value: 'plugin',
  writable: true,
  configurable: true,
});
