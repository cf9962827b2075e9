import { Kind, visit, type DocumentNode, type FieldDefinitionNode, type ObjectTypeDefinitionNode, type StringValueNode } from 'graphql';
import { scopesOf } from '@sprayhunt/service-kit';

/**
 * Says in a service's descriptions which scope partners need. The directive itself stays with the
 * service that enforces it, so this is where those who read the supergraph learn of it.
 */
export function scopesInWords(document: DocumentNode): DocumentNode {
  return visit(document, {
    [Kind.OBJECT_TYPE_DEFINITION]: { enter: described },
    [Kind.FIELD_DEFINITION]: { enter: described },
  });
}

/** Types that several services share are left alone: each service says other scopes for them. */
function described<N extends ObjectTypeDefinitionNode | FieldDefinitionNode>(node: N): N | undefined {
  const scopes = scopesOf(node.directives);
  if (scopes.length === 0 || node.directives?.some(({ name }) => name.value === 'shareable')) return undefined;
  const words = `Partners need ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`;
  const description: StringValueNode = { kind: Kind.STRING, value: [node.description?.value, words].filter(Boolean).join(' ') };
  return { ...node, description };
}
