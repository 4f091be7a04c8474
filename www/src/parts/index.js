/** @file The forms, tables and dialogs of the page. */

export {};
