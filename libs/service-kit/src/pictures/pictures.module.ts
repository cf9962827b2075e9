import { Module } from '@nestjs/common';
import { AddPictureLimits1763600020201 } from './add-picture-limits.migration.js';
import { CreatePictures1763600000200 } from './create-pictures.migration.js';
import { FollowMergedPictures1765000100200 } from './follow-merged-pictures.migration.js';
import { KeepErasedPicturesOut1763600000400 } from './keep-erased-pictures-out.migration.js';
import { EndedUpload } from './ended-upload.entity.js';
import { NoteEndedUploads1765000400400 } from './note-ended-uploads.migration.js';
import { OnMediaReadyHandler } from './on-media-ready.handler.js';
import { OnUploadEndedHandler } from './on-upload-ended.handler.js';
import { OwnPictures, Picture } from './own-pictures.js';

/** For services in which players use their uploads; add the entities and migrations to the service's. */
@Module({ controllers: [OnMediaReadyHandler, OnUploadEndedHandler], providers: [OwnPictures], exports: [OwnPictures] })
export class PicturesModule {
  static readonly entities = [Picture, EndedUpload];
  static readonly migrations = [
    CreatePictures1763600000200,
    KeepErasedPicturesOut1763600000400,
    AddPictureLimits1763600020201,
    FollowMergedPictures1765000100200,
    NoteEndedUploads1765000400400,
  ];
}
