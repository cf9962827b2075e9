import { CriticalityLevel, diff } from '@graphql-inspector/core';
import {
  buildSchema,
  getNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { noticeIsOver } from './deprecation.js';

/** Breaking changes since the released schema, as sentences, without parts that were deprecated long enough. */
export async function breakingGraphqlChanges(released: string, current: string, now: Date): Promise<string[]> {
  const before = buildSchema(released);
  const changes = await diff(before, buildSchema(current));
  return changes
    .filter(
      ({ criticality, path }) => criticality.level === CriticalityLevel.Breaking && !mayBeGone(before, path ?? '', now),
    )
    .map(({ message }) => message);
}

/**
 * `path` is `Type`, `Type.field`, `Type.field.argument` or `Enum.VALUE`. A type may go with the last field that leads
 * to it.
 */
function mayBeGone(schema: GraphQLSchema, path: string, now: Date): boolean {
  const [typeName = '', member, argument] = path.split('.');
  if (member === undefined) {
    const users = everyElement(schema).filter(({ returns }) => returns === typeName);
    return users.length > 0 && users.every(({ reason }) => noticeIsOver(reason, now));
  }
  const reasons = everyElement(schema).filter(
    ({ at }) => at === `${typeName}.${member}` || at === `${typeName}.${member}.${argument}`,
  );
  return reasons.some(({ reason }) => noticeIsOver(reason, now));
}

interface Element {
  /** As in the paths of changes. */
  at: string;
  /** Name of the type that it has or returns. */
  returns?: string;
  reason: string | null | undefined;
}

/** Every field, argument, input field and enum value of a schema. */
export function everyElement(schema: GraphQLSchema): Element[] {
  return Object.values(schema.getTypeMap()).flatMap((type): Element[] => {
    if (type.name.startsWith('__')) return [];
    if (isEnumType(type))
      return type
        .getValues()
        .map(({ name, deprecationReason }) => ({ at: `${type.name}.${name}`, reason: deprecationReason }));
    if (isInputObjectType(type)) {
      return Object.values(type.getFields()).map((field) => ({
        at: `${type.name}.${field.name}`,
        returns: getNamedType(field.type).name,
        reason: field.deprecationReason,
      }));
    }
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => [
      { at: `${type.name}.${field.name}`, returns: getNamedType(field.type).name, reason: field.deprecationReason },
      ...field.args.map((argument) => ({
        at: `${type.name}.${field.name}.${argument.name}`,
        returns: getNamedType(argument.type).name,
        reason: argument.deprecationReason,
      })),
    ]);
  });
}
