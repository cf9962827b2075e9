// Fastify looks for the name of each plugin that has none among all loaded modules, whose list Jest makes anew each
// time: a seventh of the gateway's specs.
Object.defineProperty(Function.prototype, Symbol.for('fastify.display-name'), {
  value: 'plugin',
  writable: true,
  configurable: true,
});
