/**
 * Which words do pages of the asked topics use? Real words, hand-picked, the most telling first: a page draws them by
 * rank. The first `NAMING` of a list name the topic: decoys and lying anchors use them, nothing off the topic may.
 */

export type AskedTopic = 'rainstorm' | 'typhoon' | 'flood';

export interface AskedWords {
  /** As a person would call the topic. */
  readonly title: string;
  readonly language: 'zh' | 'en';
  readonly words: readonly string[];
}

export const NAMING = 24;

const split = (text: string): string[] => text.trim().split(/\s+/);

const RAINSTORM = split(`
暴雨 灾害 气象 降雨 洪涝 暴雨灾害 内涝 预警 天气 强降雨 洪水 防汛 雨量 山洪 暴雨预警 大暴雨 特大暴雨 洪涝灾害 汛期 降水量
雷暴 气象台 雨情 灾情 预防 积水 抢险 救灾 降水 大雨 短时强降水 雷电 雷雨 泥石流 滑坡 塌方 防灾 减灾 受灾 灾民 汛情 泄洪
排涝 水位 警戒水位 堤防 溃堤 水库 河道 漫堤 城市内涝 水情 气象局 预报 预警信号 红色预警 橙色预警 黄色预警 蓝色预警 应急
应急响应 救援 避险 疏散 转移 安置 被困 停课 停工 停运 断电 冲毁 淹没 倒塌 失联 遇难 损失 农田 受淹 绝收 暖湿气流 低涡
切变线 对流 强对流 云团 冰雹 大风 梅雨 锋面 副热带高压 低压槽 水汽 湿度 气压 气温 雨带 雨势 阵雨 中雨 小雨 持续降雨
极端天气 极端降水 气候异常 监测 雷达 卫星云图 测站 自动站 水文 水文站 流域 干流 支流 洪峰 超警 分洪 蓄洪 滞洪区 沙袋
冲锋舟 救生衣 抽水 抽水泵 排水 排水管网 地下车库 隧道积水 涵洞 低洼 低洼地带 地质灾害 隐患点 巡查 值守 防汛抗旱 指挥部
预案 演练 物资 储备 重建 保险 理赔 捐款 志愿者 消防 武警 交通中断 航班延误 山体 土壤饱和 径流 下垫面 重现期 百年一遇
海绵城市 雨水 雨水井 倒灌 围堰 清淤 淤泥 渍水 泡水 抢修 供水 停水 通信中断 孤岛 空投 搜救 橡皮艇 生命探测`);

const TYPHOON = split(`
台风 风暴潮 灾害 暴雨 气压 风力 台风灾害 登陆 热带气旋 台风眼 台风路径 强台风 超强台风 热带风暴 强热带风暴 狂风 巨浪
阵风 台风预警 气象 热带低压 中心气压 最大风力 防台 风圈 风眼 气旋 海浪 风速 大风 飓风 路径预报 移动路径 云墙 眼壁 环流
螺旋雨带 副热带高压 引导气流 季风 洋面 海温 暖水 生成 加强 减弱 停止编号 编号 命名 除名 西北太平洋 南海 东海 台湾海峡
沿海 海岸 渔船 回港 避风 避风港 停航 停运 停课 停工 停市 船只 锚地 海堤 堤防 漫滩 潮位 天文大潮 增水 海水倒灌 盐水
渔排 养殖 网箱 渔民 转移 安置 疏散 避险 广告牌 树木倒伏 断电 停电 抢修 屋顶 门窗 加固 脚手架 塔吊 工棚 倒塌 伤亡
失踪 损失 受灾 灾情 救灾 救援 抢险 应急 应急响应 预警信号 红色预警 橙色预警 黄色预警 蓝色预警 白色预警 气象台 气象局
预报 数值预报 集合预报 卫星云图 雷达 监测 浮标 探空 下投式探空 飞机探测 强度 级别 十二级 十四级 十七级 蒲福 瞬时风速
平均风速 风切变 垂直切变 水汽 对流 云系 外围 外围云系 残余环流 变性 温带气旋 双台风 藤原效应 回旋 北上 西行 转向 打转
滞留 降雨 强降雨 洪涝 内涝 山洪 滑坡 泥石流 积水 决口 冲毁 淹没 农田 香蕉 甘蔗 橡胶林 绝收 保险 理赔 重建 防灾 减灾
预案 演练 物资 储备 指挥部 志愿者 消防 海事 搜救 直升机 救生 求救 港口 集装箱 航道 跨海大桥 封桥 航班取消 高铁停运`);

const FLOOD = split(`
flood flooding warning floodwater overflow rainfall evacuation flooded levee inundation rainstorm floodplain downpour
deluge flash-flood embankment runoff sandbag gauge spillway torrential watershed hydrologist dike crest forecast rain
storm dam reservoir river tributary upstream downstream catchment culvert drainage sewer pump basement shelter evacuee
rescue lifeboat stranded submerged washed-out mudslide landslide erosion silt debris breach seepage saturated stream
creek estuary tide surge coastal thunderstorm monsoon precipitation millimetres inches radar meteorologist alert advisory
siren bulletin emergency preparedness hazard risk vulnerable outage damage losses insurance claim recovery relief
volunteers firefighters helicopter airlift boats roadblock closure detour bridge footbridge subway tunnel underpass
cellar farmland crops livestock displaced casualties missing drowned contamination boil-water sewage mould cleanup
rebuilding retrofit zoning permeable wetland retention basin sluice barrage weir floodgate bypass diversion peak stage
threshold recurrence hundred-year return-period hydrograph discharge velocity snowmelt thaw ice-jam soaked waterlogged
muddy rising receding swollen burst banks overtopped hydrology telemetry sensor satellite`);

export const ASKED: Readonly<Record<AskedTopic, AskedWords>> = {
  rainstorm: { title: '暴雨灾害', language: 'zh', words: RAINSTORM },
  typhoon: { title: '台风灾害', language: 'zh', words: TYPHOON },
  flood: { title: 'flood warning', language: 'en', words: FLOOD },
};
