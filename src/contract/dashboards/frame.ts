/** Where the frame is in which dashboards are shown: it has no rights, and shows what it is handed. */
export const framePath = "/frames/dashboard";
