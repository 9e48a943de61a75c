/**
 * One pane at a time on a phone, and wherever the sidebar leaves no room for two. The third pane,
 * the client's details, stands only where the thread keeps its room; else it is a sheet.
 */
export const NOT_ALONE = "phone:hidden @max-[640px]/inbox:hidden";
export const ONLY_ALONE = "hidden phone:inline-flex @max-[640px]/inbox:inline-flex";
export const THIRD_PANE = "hidden @min-[1040px]/inbox:block phone:hidden";
export const NO_THIRD_PANE = "@min-[1040px]/inbox:hidden phone:inline-flex";
