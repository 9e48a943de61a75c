/**
 * One pane at a time on a phone, or where the sidebar leaves no space for two. The third pane, the
 * client's details, is shown only if the thread keeps its width; otherwise it is a sheet.
 */
export const NOT_ALONE = "phone:hidden @max-[640px]/inbox:hidden";
export const ONLY_ALONE = "hidden phone:inline-flex @max-[640px]/inbox:inline-flex";
export const THIRD_PANE = "hidden @min-[1040px]/inbox:block phone:hidden";
export const NO_THIRD_PANE = "@min-[1040px]/inbox:hidden phone:inline-flex";
