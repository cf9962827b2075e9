import type { DocumentCode } from '@sprayhunt/service-kit';
import { type DocumentNode, GraphQLError, Kind, type SelectionSetNode, visit } from 'graphql';

/** Reasons for refusing a document, each with a code. */
export class DocumentRefused extends Error {
  constructor(readonly errors: readonly GraphQLError[]) {
    super(errors[0]?.message);
  }

  /** Of the first error. */
  get code(): string {
    return String(this.errors[0]?.extensions['code']);
  }
}

export const refusedDocument = (code: DocumentCode, message: string) =>
  new DocumentRefused([new GraphQLError(message, { extensions: { code } })]);

/**
 * Limits for the cost of validation and planning: all pairs of fields with one name are compared, all pairs of
 * fragments too, and a fragment is planned wherever it is spread. Far above what clients of this graph need.
 */
const BOUNDS = { selections: 1_500, repeats: 20, fragments: 50 };

/**
 * Walks once through a document with its fragments expanded, and stops at the first exceeded limit.
 * @throws DocumentRefused
 */
export function checkBounds(document: DocumentNode): void {
  checkNumbers(document);
  const fragments = new Map<string, SelectionSetNode>();
  for (const one of document.definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one.selectionSet);
  if (fragments.size > BOUNDS.fragments)
    throw refusedDocument('FRAGMENT_LIMIT', `The query has more than ${BOUNDS.fragments} fragments.`);
  const walk = new Walk(fragments);
  for (const one of document.definitions) if ('selectionSet' in one && one.selectionSet) walk.merge([one.selectionSet]);
}

class Walk {
  private selections = 0;

  constructor(private readonly fragments: ReadonlyMap<string, SelectionSetNode>) {}

  /**
   * The selections at one path of the response: fields with the same name are one field there, and their selections are
   * merged recursively.
   */
  merge(sets: readonly SelectionSetNode[]): void {
    const fields = new Map<string, { times: number; below: SelectionSetNode[] }>();
    const collect = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) {
        this.countSelection();
        if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
        else if (selection.kind === Kind.FRAGMENT_SPREAD) {
          const fragment = this.fragments.get(selection.name.value);
          if (fragment) collect(fragment);
        } else {
          const name = (selection.alias ?? selection.name).value;
          const field = fields.get(name) ?? { times: 0, below: [] };
          fields.set(name, field);
          field.times += 1;
          if (field.times > BOUNDS.repeats)
            throw refusedDocument(
              'REPEAT_LIMIT',
              `The query selects "${name}" more than ${BOUNDS.repeats} times in one place.`,
            );
          if (selection.selectionSet) field.below.push(selection.selectionSet);
        }
      }
    };
    sets.forEach(collect);
    for (const { below } of fields.values()) if (below.length > 0) this.merge(below);
  }

  private countSelection(): void {
    this.selections += 1;
    if (this.selections > BOUNDS.selections)
      throw refusedDocument(
        'SELECTION_LIMIT',
        `The query selects more than ${BOUNDS.selections} fields, with its fragments in their places.`,
      );
  }
}

/** The grammar allows numbers beyond a double's range; as variables they are refused by their type. */
function checkNumbers(document: DocumentNode): void {
  let field = '';
  const named = ({ name }: { name: { value: string } }) => void (field = name.value);
  const check = ({ value }: { value: string }) => {
    if (!Number.isFinite(Number(value)))
      throw refusedDocument('BAD_USER_INPUT', `${field} cannot be so large a number.`);
  };
  visit(document, { Argument: named, ObjectField: named, FloatValue: check, IntValue: check });
}
