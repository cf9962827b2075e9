import { m } from '#messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClientDocument } from '../../../api/types';
import { api, problemCode } from '../../../api/http';
import { problemDetail } from '../../../api/problems';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { toast } from '../../../ui/toast';

/** Asks before a document is removed. */
export function RemoveDocumentDialog({
  clientId,
  document: { documentId, name },
  onClose,
}: {
  clientId: string;
  document: ClientDocument;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      // One that the program has removed meanwhile is gone as well.
      await api
        .DELETE('/api/partner-clients/{id}/documents/{documentId}', { params: { path: { id: clientId, documentId } } })
        .catch((error: unknown) => {
          if (problemCode(error) !== 'NOT_FOUND') throw error;
        });
      await queryClient.invalidateQueries({ queryKey: ['/api/partner-clients', clientId, 'documents'] });
    },
    onSuccess: () => {
      toast({ title: m.developers_document_removed() });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={m.developers_document_remove_title({ name: name ?? documentId })}
      text={m.developers_document_remove_text()}
      confirmLabel={m.developers_document_remove()}
      pending={remove.isPending}
      error={remove.error ? problemDetail(remove.error, m.developers_failed()) : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
