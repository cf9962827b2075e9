const { jest } = require('@jest/globals');

// A test that needs its second try is named by `npm test`, not failed; only with this option the report has its first error.
// The second try comes at once: later tests of the file may end what it needs, as the last one of a running product does.
if (process.env.TEST_RETRIES) jest.retryTimes(Number(process.env.TEST_RETRIES), { logErrorsBeforeRetry: true, retryImmediately: true });
