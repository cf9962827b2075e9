import { m } from '#messages';
import { copyText } from '../../lib/copy-text';
import { productPath } from '../../lib/paths';
import { PRODUCT_NAME } from '../../product';
import { toast } from '../../ui/toast';

/** Native share where the browser has it, else the link goes to the clipboard. */
export async function shareProduct({ slug, name }: { slug: string; name: string }): Promise<void> {
  const url = `${window.location.origin}${productPath(slug)}`;
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: m.store_share_title({ name, product: PRODUCT_NAME }), url });
      return;
    } catch (error) {
      // Cancelled; any other error falls through to the clipboard.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  if (await copyText(url)) toast({ title: m.store_link_title(), description: m.store_link_text() });
  else toast({ title: m.store_failed_title(), description: m.store_link_by_hand({ url }), variant: 'destructive' });
}
