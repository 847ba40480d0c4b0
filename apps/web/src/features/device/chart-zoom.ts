import { DataZoomComponent } from "echarts/components";
import { use } from "echarts/core";

use([DataZoomComponent]);
