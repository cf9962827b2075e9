import type { AccessRule } from '@sprayhunt/service-kit';
import ts from 'typescript';

/**
 * The rules that the resolvers of a source declare with `@Access`, by operation (`Query.wall`).
 * @throws Error for an operation without a rule, and for a rule that is not a literal
 */
export function accessRulesOf(source: string): [operation: string, rule: AccessRule][] {
  const parsed = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const rules: [string, AccessRule][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node)) rules.push(...rulesOfMethod(node));
    else ts.forEachChild(node, visit);
  };
  visit(parsed);
  return rules;
}

function rulesOfMethod(method: ts.MethodDeclaration): [string, AccessRule][] {
  const calls = (ts.getDecorators(method) ?? []).map(({ expression }) => expression).filter(ts.isCallExpression);
  const decorator = (name: string) => calls.find(({ expression }) => expression.getText() === name);
  return ['Query', 'Mutation'].flatMap((type): [string, AccessRule][] => {
    const operation = decorator(type);
    if (!operation) return [];
    const [given] = operation.arguments;
    const name = `${type}.${given && ts.isStringLiteral(given) ? given.text : method.name.getText()}`;
    const access = decorator('Access');
    if (!access) throw new Error(`${name} has no @Access`);
    const [audience, rest = {}] = access.arguments.map((argument) => literal(argument, name));
    return [[name, { audience, ...(rest as object) } as AccessRule]];
  });
}

function literal(node: ts.Expression, operation: string): unknown {
  if (ts.isStringLiteral(node)) return node.text;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (ts.isObjectLiteralExpression(node))
    return Object.fromEntries(
      node.properties.map((property) => {
        if (!ts.isPropertyAssignment(property)) throw new Error(`Write the rule of ${operation} as a literal`);
        return [property.name.getText(), literal(property.initializer, operation)];
      }),
    );
  throw new Error(`Write the rule of ${operation} as a literal`);
}
