import { Kind, type DocumentNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

/**
 * Names of the root fields that an operation runs, including fragments, once for each response
 * name: a field with 30 aliases runs 30 times. Fields of the gateway itself (`__typename` and
 * introspection) do not count.
 */
export function rootFieldsOf({ definitions }: DocumentNode, operation: OperationDefinitionNode): string[] {
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet]] : [])),
  );
  const seen = new Set<string>();
  const fields = new Map<string, string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) fields.set((selection.alias ?? selection.name).value, selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else {
        const { value: name } = selection.name;
        const fragment = fragments.get(name);
        if (!fragment || seen.has(name)) continue;
        seen.add(name);
        collect(fragment);
      }
    }
  };
  collect(operation.selectionSet);
  return [...fields.values()].filter((name) => !name.startsWith('__'));
}
