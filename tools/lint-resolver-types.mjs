// An ESLint rule: a resolver's arguments and results have the types that are generated from the service's schema.

/** `@Name('text')` → ['Name', 'text'] */
function readDecorator({ expression }) {
  if (expression.type !== 'CallExpression' || expression.callee.type !== 'Identifier') return [undefined, undefined];
  const [first] = expression.arguments;
  return [expression.callee.name, first?.type === 'Literal' ? first.value : undefined];
}

const find = (decorators, name) => decorators.map(readDecorator).find(([found]) => found === name);
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** The type without its promise: `Promise<T>` → `T`. */
function awaited(type) {
  const isPromise = type.type === 'TSTypeReference' && type.typeName.name === 'Promise';
  return isPromise ? type.typeArguments.params[0] : type;
}

export default {
  meta: {
    type: 'problem',
    docs: { description: 'Arguments and results of resolvers have the types generated from schema.graphql' },
    messages: {
      argument:
        'This argument has the type {{expected}} of schema.generated.ts (imported as `import type * as Schema`).',
      result: 'The method returns {{expected}} of schema.generated.ts, or a promise of it.',
      cast:
        'No cast to a type of schema.generated.ts: the compiler checks the result. Fields that @ResolveField ' +
        'returns are named by `withResolved` of the kit.',
      reference:
        'A reference has the type Pick<T, …> and resolves to T | null, where T is a type of schema.generated.ts.',
    },
    schema: [],
  },
  create(context) {
    const { sourceCode } = context;
    const textOf = (node) => sourceCode.getText(node).replace(/\s+/g, '').replaceAll('"', "'");
    /** The file's import name of `schema.generated.ts`. */
    let schema;

    function checkOperation(method, type, field) {
      const args = `${schema}.${type}${capital(field)}Args`;
      for (const parameter of method.value.params) {
        const decorated = find(parameter.decorators ?? [], 'Args');
        if (!decorated) continue;
        const expected = decorated[1] === undefined ? args : `${args}['${decorated[1]}']`;
        const given = parameter.typeAnnotation?.typeAnnotation;
        if (!schema || !given || textOf(given) !== expected)
          context.report({ node: parameter, messageId: 'argument', data: { expected } });
      }
      const expected = `${schema}.${type}['${field}']`;
      const given = method.value.returnType?.typeAnnotation;
      if (!schema || !given || textOf(awaited(given)) !== expected)
        context.report({ node: method.key, messageId: 'result', data: { expected } });
    }

    function checkReference(method) {
      const given = method.value.params[0]?.typeAnnotation?.typeAnnotation;
      const returned = method.value.returnType?.typeAnnotation;
      const [, name] = (given && /^Pick<(\w+\.\w+),/.exec(textOf(given))) ?? [];
      if (!schema || !name?.startsWith(`${schema}.`) || !returned || textOf(awaited(returned)) !== `${name}|null`)
        context.report({ node: method.key, messageId: 'reference' });
    }

    function checkCast(node) {
      if (schema && textOf(node.typeAnnotation).includes(`${schema}.`)) context.report({ node, messageId: 'cast' });
    }

    return {
      TSAsExpression: checkCast,
      TSTypeAssertion: checkCast,
      ImportDeclaration({ source, specifiers }) {
        if (source.value.endsWith('/schema.generated.js') && specifiers[0]?.type === 'ImportNamespaceSpecifier')
          schema = specifiers[0].local.name;
      },
      MethodDefinition(method) {
        const decorators = method.decorators ?? [];
        for (const type of ['Query', 'Mutation']) {
          const found = find(decorators, type);
          if (found) checkOperation(method, type, found[1] ?? method.key.name);
        }
        const field = find(decorators, 'ResolveField');
        if (field) {
          const [, parent] = find(method.parent.parent.decorators ?? [], 'Resolver') ?? [];
          checkOperation(method, parent ?? '', field[1] ?? method.key.name);
        }
        if (find(decorators, 'ResolveReference')) checkReference(method);
      },
    };
  },
};
