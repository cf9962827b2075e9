/** What the picture is for; decides the size limit on client and server. */
export type UploadPurpose = 'discovery' | 'avatar' | 'artwork';

/** Result of an upload: the media service's response to the PUT. */
export interface UploadedPicture {
  /** Address the file was sent to; the server accepts it as `imageUrl` or `avatarUrl`. */
  uploadURL: string;
  /** Where the picture is served, `/objects/<id>`. */
  imageUrl: string;
  thumbhash: string | null;
  width: number | null;
  height: number | null;
  /** Place or time from the photo's EXIF, offered to the form and never used without the player's choice. */
  suggestion: { latitude: number | null; longitude: number | null; takenAt: string | null } | null;
}

export interface UploadDialogProps {
  purpose: UploadPurpose;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called with each file that is chosen, and with null when the dialog has none any more. */
  onChosen?: (file: File | null) => void;
  /** Called when the person presses "Complete Upload", with the file itself; the dialog closes itself. */
  onComplete: (picture: UploadedPicture, file: File) => void;
  /** Offered where there is no signal: the picture is kept for later. The dialog closes itself. */
  onKeep?: (file: File) => void;
  /** Called for every failed upload; the dialog itself shows the failure with a retry. */
  onError?: (error: Error) => void;
  /** Whether an upload is running, for a submit button that must wait. */
  onBusyChange?: (busy: boolean) => void;
}
