import { m } from '#messages';
import { copyText } from '../../lib/copy-text';
import { PRODUCT_NAME } from '../../product';
import { toast } from '../../ui/toast';

/** The address that opens a discovery for anyone, signed in or not. */
export const shareLink = (id: string) => `${window.location.origin}/d/${id}`;

/** Native share where the browser has it, else the link goes to the clipboard. */
export async function shareDiscovery({ id, title }: { id: string; title: string }): Promise<void> {
  const url = shareLink(id);
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({
        title: m.works_share_title({ title, product: PRODUCT_NAME }),
        text: m.works_share_text(),
        url,
      });
      return;
    } catch (error) {
      // The player cancelled; any other error falls through to the clipboard.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  if (await copyText(url)) toast({ title: m.works_link_title(), description: m.works_link_text() });
  else toast({ title: m.works_error(), description: m.works_link_by_hand({ url }), variant: 'destructive' });
}
