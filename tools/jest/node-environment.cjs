const { types } = require('node:util');
const { TestEnvironment } = require('jest-environment-node');

const isInstance = Function.prototype[Symbol.hasInstance];

/**
 * Jest runs each file in a realm of its own, while Node's own modules make their dates and errors in the outer one.
 * In here both are what they are to a program: dates are the outer ones, and `instanceof Error` holds for the errors of both.
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
