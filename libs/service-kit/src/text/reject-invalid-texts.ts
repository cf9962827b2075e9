import { type DocumentNode, type ValueNode, valueFromASTUntyped, visit } from 'graphql';
import { invalid, type FieldFault } from '../errors/problem.js';
import { isText, INVALID_TEXT_DETAIL } from './text.js';

/**
 * Checks every text in an input before anything else reads it.
 * @param input of any shape, as it came out of JSON
 * @throws Problem `VALIDATION_FAILED` that names the fields with invalid text (see `isText`)
 */
export function rejectInvalidTexts(input: unknown): void {
  const [first, ...rest] = invalidTexts(input);
  if (first) throw invalid([first, ...rest]);
}

/** Without recursion: JSON may be nested deeper than the stack. */
function invalidTexts(input: unknown): FieldFault[] {
  const faults: FieldFault[] = [];
  const waiting: [path: string, value: unknown][] = [['', input]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && !isText(value))
      faults.unshift({ field: path, code: 'INVALID', detail: INVALID_TEXT_DETAIL });
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, below] of Object.entries(value)) waiting.push([path ? `${path}.${name}` : name, below]);
  }
  return faults;
}

/**
 * The same for the arguments of a GraphQL operation, literal or as variables. A field of an
 * argument `input` is named without that prefix, as by the input's own validation.
 */
export function documentTexts() {
  const known = new WeakMap<DocumentNode, [name: string, value: ValueNode][]>();
  return (document: DocumentNode, variables: Record<string, unknown> | undefined): void => {
    let given = known.get(document);
    if (!given) known.set(document, (given = valuesIn(document)));
    for (const [name, value] of given) {
      const read = valueFromASTUntyped(value, variables);
      rejectInvalidTexts(name === 'input' ? read : { [name]: read });
    }
  };
}

function valuesIn(document: DocumentNode): [name: string, value: ValueNode][] {
  const values: [string, ValueNode][] = [];
  visit(document, {
    Argument: ({ name, value }) => void values.push([name.value, value]),
    VariableDefinition: ({ variable, defaultValue }) =>
      void (defaultValue && values.push([variable.name.value, defaultValue])),
  });
  return values;
}
