const { jest } = require('@jest/globals');

// A test that needs its second try is named by `npm test`, not failed; only with this option the report has its first error.
if (process.env.TEST_RETRIES) jest.retryTimes(Number(process.env.TEST_RETRIES), { logErrorsBeforeRetry: true });
