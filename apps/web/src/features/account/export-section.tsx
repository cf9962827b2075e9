import { send } from '../../lib/http';
import { PRODUCT_NAME } from '../../product';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import { AccountSection } from './account-section';
import { useChange } from './use-change';

export function ExportSection() {
  return (
    <AccountSection icon="download" title="Your data" summary="Everything we hold about you, to take with you.">
      {() => <Export />}
    </AccountSection>
  );
}

function Export() {
  const download = useChange({
    change: downloadPersonalData,
    onDone: () => toast({ title: 'Your Data Has Been Downloaded', description: "The file is in this device's downloads. Keep it in a safe place." }),
    otherwise: 'Your data could not be downloaded. Please try again.',
  });
  return (
    <div className="flex max-w-[64ch] flex-col items-start gap-4">
      <p>
        One file (JSON) with your profile, contacts, passkeys, wallet and devices, your discoveries, likes and gallery, your Spray Coins and tutorial steps,
        our messages to you, and all your pictures. With many pictures it takes a while.
      </p>
      <Button pending={download.isPending} onClick={() => download.mutate()}>
        {!download.isPending && <Icon name="download" size={18} />}{download.isPending ? 'Collecting your data...' : 'Download your data'}
      </Button>
      {download.problem && <p role="alert" className="text-sm font-medium text-danger-ink">{download.problem}</p>}
    </div>
  );
}

/** Loaded completely before it is saved, so that an interrupted download leaves no file that looks complete. */
async function downloadPersonalData(): Promise<void> {
  const response = await send('/api/profile/export');
  save(await response.blob(), fileName(response) ?? `${PRODUCT_NAME.toLowerCase()}.json`);
}

/** The name that the server gives the file. */
function fileName(response: Response): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return encoded && decodeURIComponent(encoded);
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Not at once: the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
