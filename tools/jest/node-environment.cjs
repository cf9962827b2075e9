const { types } = require('node:util');
const { TestEnvironment } = require('jest-environment-node');

const isInstance = Function.prototype[Symbol.hasInstance];

/**
 * Jest runs each file in its own realm, while Node's own modules create dates and errors in the outer one.
 * Here dates are the outer ones, and `instanceof Error` holds for the errors of both.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { Error } = this.global;
    this.global.Date = Date;
    Object.defineProperty(Error, Symbol.hasInstance, {
      value(value) {
        return isInstance.call(this, value) || (this === Error && types.isNativeError(value));
      },
    });
  }
};
