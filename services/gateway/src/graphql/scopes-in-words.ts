import { Kind, visit, type DocumentNode, type FieldDefinitionNode, type ObjectTypeDefinitionNode, type StringValueNode } from 'graphql';
import { scopesOf } from '@sprayhunt/service-kit';

/**
 * Adds the scopes that partners need to a service's descriptions. The directive itself stays in the
 * service that enforces it, so readers of the supergraph find the scopes here.
 */
export function scopesInWords(document: DocumentNode): DocumentNode {
  return visit(document, {
    [Kind.OBJECT_TYPE_DEFINITION]: { enter: described },
    [Kind.FIELD_DEFINITION]: { enter: described },
  });
}

/** Types shared by several services are not changed: each service declares other scopes for them. */
function described<N extends ObjectTypeDefinitionNode | FieldDefinitionNode>(node: N): N | undefined {
  const scopes = scopesOf(node.directives);
  if (scopes.length === 0 || node.directives?.some(({ name }) => name.value === 'shareable')) return undefined;
  const words = `Partners need ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`;
  const description: StringValueNode = { kind: Kind.STRING, value: [node.description?.value, words].filter(Boolean).join(' ') };
  return { ...node, description };
}
