import { serviceNames, subgraphNames } from '@sprayhunt/contracts';
import ts from 'typescript';

/** Number of service names that count as a list, which a new service would have to be added to. */
const MANY = 4;

/** A list's services and first line. */
export interface ServiceList {
  line: number;
  names: string[];
}

/**
 * Finds arrays, unions, objects, assignments to an object, cases and SQL in a source that name many services, or all
 * subgraphs.
 */
export function serviceListsOf(source: string): ServiceList[] {
  // Most sources contain no service name; parsing them would take seconds.
  const mentioned = serviceNames.filter((name) => new RegExp(name, 'i').test(source));
  if (mentioned.length < Math.min(MANY, subgraphNames.length)) return [];
  const parsed = ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true);
  const lists: ServiceList[] = [];
  const add = (node: ts.Node, names: string[]) =>
    lists.push({ line: parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1, names });
  const visit = (node: ts.Node): void => {
    for (const group of assignmentsIn(node)) {
      const names = servicesOf(group.flatMap(({ names }) => names));
      if (group.length > 1 && names.length >= MANY) add(group[0]!.node, names);
    }
    const names = servicesOf(namesIn(node));
    if (names.length >= MANY || isAllSubgraphs(node, names)) add(node, names);
    else ts.forEachChild(node, visit);
  };
  visit(parsed);
  return lists;
}

const servicesOf = (names: string[]): string[] => [
  ...new Set(names.filter((name) => (serviceNames as string[]).includes(name))),
];

interface Assignment {
  node: ts.Node;
  names: string[];
}

/**
 * What the statements of a block give to each object: the entries of its declaration, and assignments to `object.NAME`.
 */
function assignmentsIn(block: ts.Node): Assignment[][] {
  if (!ts.isSourceFile(block) && !ts.isBlock(block)) return [];
  const all = block.statements.flatMap((node): (Assignment & { object: string })[] => {
    if (ts.isVariableStatement(node))
      return node.declarationList.declarations.flatMap(({ name, initializer }) =>
        initializer ? { object: name.getText(), node, names: namesIn(initializer) } : [],
      );
    const target =
      ts.isExpressionStatement(node) &&
      ts.isBinaryExpression(node.expression) &&
      node.expression.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      node.expression.left;
    if (!target) return [];
    if (ts.isPropertyAccessExpression(target))
      return [{ object: target.expression.getText(), node, names: keyOf(target.name) }];
    return ts.isElementAccessExpression(target)
      ? [{ object: target.expression.getText(), node, names: literal(target.argumentExpression) }]
      : [];
  });
  return [...new Set(all.map(({ object }) => object))].map((object) => all.filter((each) => each.object === object));
}

/** Finds lists in a document: addresses, folders, lists of YAML, or names as code. */
export function serviceListsOfText(text: string): ServiceList[] {
  return text.split('\n').flatMap((content, index) => {
    const found = [...content.matchAll(/(?<=[`{,/"'[]|, )([a-z]+)(?=[`},/"'\]])|\b([A-Z]+)_URL\b/g)].map(
      ([, name, variable]) => name ?? variable!.toLowerCase(),
    );
    const names = [...new Set(found.filter((name) => (serviceNames as string[]).includes(name)))];
    return names.length >= MANY ? [{ line: index + 1, names }] : [];
  });
}

/** Objects with an entry for each subgraph are test stubs; plain lists are not. */
function isAllSubgraphs(node: ts.Node, names: readonly string[]): boolean {
  return (
    (ts.isArrayLiteralExpression(node) || ts.isUnionTypeNode(node)) &&
    names.length === subgraphNames.length &&
    subgraphNames.every((name) => names.includes(name))
  );
}

function namesIn(node: ts.Node): string[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(namesInElement);
  if (ts.isCallExpression(node)) return node.arguments.flatMap(literal);
  if (ts.isUnionTypeNode(node))
    return node.types.flatMap((type) => (ts.isLiteralTypeNode(type) ? literal(type.literal) : []));
  if (ts.isObjectLiteralExpression(node)) return node.properties.flatMap((property) => keyOf(property.name));
  if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node))
    return node.members.flatMap((member) => keyOf(member.name));
  if (ts.isObjectBindingPattern(node) || ts.isArrayBindingPattern(node))
    return node.elements.flatMap((element) => (ts.isBindingElement(element) ? keyOf(element.name) : []));
  if (ts.isCaseBlock(node))
    return node.clauses.flatMap((clause) => (ts.isCaseClause(clause) ? literal(clause.expression) : []));
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    return [...node.getText().matchAll(/'([a-z]+)'/g)].map(([, name]) => name!);
  return [];
}

/** A nested array is a group of names, or an entry that begins with its name; a call has names as arguments. */
function namesInElement(element: ts.Expression): string[] {
  if (ts.isCallExpression(element)) return element.arguments.flatMap(literal);
  if (!ts.isArrayLiteralExpression(element)) return literal(element);
  const isGroup = element.elements.every((each) =>
    literal(each).some((name) => (serviceNames as string[]).includes(name)),
  );
  return (isGroup ? [...element.elements] : element.elements.slice(0, 1)).flatMap(literal);
}

const literal = (node: ts.Node | undefined): string[] => (node && ts.isStringLiteralLike(node) ? [node.text] : []);

/** A property's name; of `USERS_URL`, users. */
function keyOf(name: ts.Node | undefined): string[] {
  if (!name || !(ts.isIdentifier(name) || ts.isStringLiteralLike(name))) return [];
  return [name.text.replace(/^([A-Z]+)_URL$/, (_, service: string) => service.toLowerCase())];
}
