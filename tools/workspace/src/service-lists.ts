import { serviceNames, subgraphNames } from '@sprayhunt/contracts';
import ts from 'typescript';

/** Number of service names that count as a list, which a new service would have to be added to. */
const MANY = 4;

/** A list's services and first line. */
export interface ServiceList {
  line: number;
  names: string[];
}

/** Finds arrays, unions, objects, cases and SQL in a source that name many services, or all subgraphs. */
export function serviceListsOf(source: string): ServiceList[] {
  // Most sources contain no service name; parsing them would take seconds.
  const mentioned = serviceNames.filter((name) => new RegExp(name, 'i').test(source));
  if (mentioned.length < Math.min(MANY, subgraphNames.length)) return [];
  const parsed = ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true);
  const lists: ServiceList[] = [];
  const visit = (node: ts.Node): void => {
    const names = [...new Set(namesIn(node).filter((name) => (serviceNames as string[]).includes(name)))];
    if (names.length >= MANY || isAllSubgraphs(node, names)) lists.push({ line: parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1, names });
    else ts.forEachChild(node, visit);
  };
  visit(parsed);
  return lists;
}

/** Finds lists in a document: addresses, folders, lists of YAML, or names as code. */
export function serviceListsOfText(text: string): ServiceList[] {
  return text.split('\n').flatMap((content, index) => {
    const found = [...content.matchAll(/(?<=[`{,/"'[]|, )([a-z]+)(?=[`},/"'\]])|\b([A-Z]+)_URL\b/g)].map(([, name, variable]) => name ?? variable!.toLowerCase());
    const names = [...new Set(found.filter((name) => (serviceNames as string[]).includes(name)))];
    return names.length >= MANY ? [{ line: index + 1, names }] : [];
  });
}

/** Objects with an entry for each subgraph are test stubs; plain lists are not. */
function isAllSubgraphs(node: ts.Node, names: readonly string[]): boolean {
  return (ts.isArrayLiteralExpression(node) || ts.isUnionTypeNode(node)) && names.length === subgraphNames.length && subgraphNames.every((name) => names.includes(name));
}

function namesIn(node: ts.Node): string[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(namesInElement);
  if (ts.isCallExpression(node)) return node.arguments.flatMap(literal);
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((type) => (ts.isLiteralTypeNode(type) ? literal(type.literal) : []));
  if (ts.isObjectLiteralExpression(node)) return node.properties.flatMap((property) => keyOf(property.name));
  if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node)) return node.members.flatMap((member) => keyOf(member.name));
  if (ts.isObjectBindingPattern(node) || ts.isArrayBindingPattern(node)) return node.elements.flatMap((element) => (ts.isBindingElement(element) ? keyOf(element.name) : []));
  if (ts.isCaseBlock(node)) return node.clauses.flatMap((clause) => (ts.isCaseClause(clause) ? literal(clause.expression) : []));
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return [...node.getText().matchAll(/'([a-z]+)'/g)].map(([, name]) => name!);
  return [];
}

/** A nested array is a group of names, or an entry that begins with its name; a call has names as arguments. */
function namesInElement(element: ts.Expression): string[] {
  if (ts.isCallExpression(element)) return element.arguments.flatMap(literal);
  if (!ts.isArrayLiteralExpression(element)) return literal(element);
  const isGroup = element.elements.every((each) => literal(each).some((name) => (serviceNames as string[]).includes(name)));
  return (isGroup ? [...element.elements] : element.elements.slice(0, 1)).flatMap(literal);
}

const literal = (node: ts.Node | undefined): string[] => (node && ts.isStringLiteralLike(node) ? [node.text] : []);

/** A property's name; of `USERS_URL`, users. */
function keyOf(name: ts.Node | undefined): string[] {
  if (!name || !(ts.isIdentifier(name) || ts.isStringLiteralLike(name))) return [];
  return [name.text.replace(/^([A-Z]+)_URL$/, (_, service: string) => service.toLowerCase())];
}
